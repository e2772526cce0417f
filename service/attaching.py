"""One more client for a search that is there already, in a single step within Redis.

Many may ask for the same at once, so they must not disturb each other, as they would with a
transaction: each of them writes what the others would have to watch.
"""

from collections.abc import Mapping
from typing import Final

from redis import Redis

from service.entries import (
    PENDING_TTL,
    RESULT_TTL,
    equal_key,
    progress_key,
    search_key,
    ticket_key,
    tickets_key,
)

# KEYS: the equal requests' key, then the search's hash, tickets and progress, then the ticket.
# ARGV: the search, the ticket, the most claims, the two times, then the ticket's fields.
_ATTACH: Final = """
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
local found = redis.call('HMGET', KEYS[2], 'status', 'cancel', 'claims')
local open = found[1] == 'queued' or found[1] == 'started'
if found[2] or not (open or found[1] == 'finished') then return 0 end
if tonumber(found[3]) >= tonumber(ARGV[3]) then return 0 end
local seconds = tonumber(open and ARGV[4] or ARGV[5])
redis.call('HINCRBY', KEYS[2], 'claims', 1)
redis.call('SADD', KEYS[3], ARGV[2])
redis.call('HSET', KEYS[5], unpack(ARGV, 6))
for at = 1, 4 do redis.call('EXPIRE', KEYS[at], seconds) end
redis.call('EXPIRE', KEYS[5], seconds + tonumber(ARGV[5]))
return 1
"""


def attach(
    connection: Redis,
    digest: str,
    search: str,
    ticket: str,
    claim: Mapping[str, str],
    most: int,
) -> bool:
    """Attach a new ticket, whose hash gets ``claim``, to the search of this digest.

    False, with nothing written, if the search is not that of the digest (any more), was canceled
    or has failed, or has had ``most`` tickets: a search that has its fill is left to them, and a
    new one, which the queue's limit counts, takes its place. Raises redis.exceptions.RedisError.
    """
    keys = (
        equal_key(digest),
        search_key(search),
        tickets_key(search),
        progress_key(search),
        ticket_key(ticket),
    )
    fields = [part for pair in {"search": search, **claim}.items() for part in pair]
    times = (str(PENDING_TTL), str(RESULT_TTL))
    done = connection.eval(_ATTACH, len(keys), *keys, search, ticket, str(most), *times, *fields)
    return bool(done)
