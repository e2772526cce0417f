"""Where an HTTP/1.1 request ends (RFC 9112, section 6), found while its bytes arrive.

Only what that takes is read here. A request that cannot be framed is broken: the server's own
parser then says what is wrong with it, and nothing behind it on the connection is a request.
"""

import re
from typing import Final

MAX_HEAD: Final = 64 * 1024  # bytes of request line and headers
MAX_HELD: Final = 4 * 1024 * 1024 + 64 * 1024  # of a request: the longest body and some
MAX_CHUNK_LINE: Final = 1024  # bytes of a chunk's size with its extensions

MORE: Final = "more"  # to come
WHOLE: Final = "whole"
BROKEN: Final = "broken"  # in a way that no more bytes can mend
CUT: Final = "cut"  # longer than what is held of a request
HEAD_TOO_LONG: Final = "head too long"
_CHUNK_SIZE: Final = re.compile(rb"[0-9A-Fa-f]{1,15}")

_LINE: Final = b"\r\n"
_BLANK: Final = b"\r\n\r\n"


class Framing:
    """A request as far as it has arrived.

    ``data`` holds its bytes, and after its end perhaps the beginning of the next request.
    ``expects`` turns true when its client waits to be told to go on (RFC 9110, section 10.1.1);
    the header is then taken out of ``data``, for whoever told it to go on did what it asks for.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.expects = False
        self._body = -1  # where the body begins; -1 before the end of the head
        self._end = -1  # where it ends, if its length is known
        self._at = 0  # of a body in chunks: where the next chunk begins; else: searched so far

    def add(self, part: bytes) -> str:
        """Take bytes in, and tell how things stand, as one of the words above."""
        self.data += part
        if self._body < 0:
            stage = self._read_head()
            if stage != MORE or self._body < 0:
                return stage
        if self._end < 0:
            stage = self._read_chunks()
        else:
            stage = WHOLE if len(self.data) >= self._end else MORE
        return CUT if stage == MORE and len(self.data) > MAX_HELD else stage

    def header(self, name: str) -> str | None:
        """The value of a header as far as the head is here, or None; of several, joined."""
        end = self.data.find(_BLANK)
        lines = bytes(self.data[: end if end >= 0 else MAX_HEAD]).split(_LINE)[1:]
        pairs = [line.partition(b":") for line in lines]
        found = [value.strip() for key, _, value in pairs if key.lower() == name.lower().encode()]
        return b",".join(found).decode("latin-1") if found else None

    def _read_head(self) -> str:
        while self.data.startswith(_LINE):  # RFC 9112, section 2.2: empty lines before it
            del self.data[: len(_LINE)]
        end = self.data.find(_BLANK, max(0, self._at - len(_BLANK)))
        bare = self.data.find(b"\n\n", max(0, self._at - 2), end if end >= 0 else len(self.data))
        self._at = len(self.data)
        if bare >= 0:
            return BROKEN
        if end < 0 or end > MAX_HEAD:
            return HEAD_TOO_LONG if len(self.data) > MAX_HEAD else MORE
        length = self.header("Content-Length")
        coding = self.header("Transfer-Encoding")
        if (self.header("Expect") or "").lower() == "100-continue":
            self.expects = self.data.partition(_LINE)[0].endswith(b"HTTP/1.1")
            end -= self._remove("expect")
        self._body = end + len(_BLANK)
        self._at = self._body
        if coding is not None:
            return MORE if coding.lower() == "chunked" and length is None else BROKEN
        if length is None:
            return WHOLE
        if not (length.isascii() and length.isdigit()):
            return BROKEN
        self._end = self._body + int("0" + length.lstrip("0")[:18])
        return MORE

    def _remove(self, name: str) -> int:
        """Take a header out of ``data``; how many bytes it was."""
        start = self.data.lower().find(b"\r\n" + name.encode() + b":")
        end = self.data.find(_LINE, start + 1)
        del self.data[start:end]
        return end - start

    def _read_chunks(self) -> str:
        """How the chunks stand, from the first that was not yet seen whole."""
        while True:
            line = self.data.find(_LINE, self._at, self._at + MAX_CHUNK_LINE)
            if line < 0:
                return BROKEN if len(self.data) - self._at >= MAX_CHUNK_LINE else MORE
            size = bytes(self.data[self._at : line]).partition(b";")[0].rstrip(b" \t")
            if not _CHUNK_SIZE.fullmatch(size):
                return BROKEN
            length = int(size, 16)
            if length == 0:  # then trailers: at once an empty line, or lines before one
                rest = self.data[line : line + MAX_HEAD]
                if _BLANK in rest:
                    return WHOLE
                return BROKEN if len(rest) >= MAX_HEAD else MORE
            after = line + len(_LINE) + length
            if len(self.data) < after + len(_LINE):
                return MORE
            if self.data[after : after + len(_LINE)] != _LINE:
                return BROKEN
            self._at = after + len(_LINE)
