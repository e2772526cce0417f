// The calls of the service that the page makes. Each answers parsed JSON or throws Refused.

/** What the service refused, or that it did not answer at all; `errors` as in its problems. */
export class Refused extends Error {
  constructor(message, errors = []) {
    super(message);
    this.errors = errors;
  }
}

const INCLUDE = ["legal_moves"];
const WAIT_SECONDS = 10;

async function call(method, path, body) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refused("The service does not answer.");
  }
  if (response.ok) return response;
  const problem = await response.json().catch(() => ({}));
  throw new Refused(problem.detail ?? problem.title ?? `Status ${response.status}.`, problem.errors);
}

const json = async (...request) => (await call(...request)).json();

/** Names, tables and coordinates. */
export const components = () => json("GET", "/v1/components");

/** The AI's levels, weakest first. */
export const levels = async () => (await json("GET", "/v1/ai/levels")).levels;

/** The first state of a new game. */
export const newGame = (setup) => json("POST", "/v1/games", { ...setup, include: INCLUDE });

/** The state after moves. */
export const makeMoves = (state, moves) =>
  json("POST", "/v1/moves", { state, moves, include: INCLUDE });

/** What can be done in a state. */
export const legalMoves = (state) => json("POST", "/v1/legal-moves", { state });

/** The verdict on what may be a state, as text. */
export const validate = (text) => json("POST", "/v1/states/validate", text);

/** A picture of a state: the text of an SVG document. */
export const picture = async (state) =>
  (await call("POST", "/v1/states/board", { state })).text();

/**
 * A search by the AI, as a job. `told` is called with the job each time there is news; aborting
 * `signal` gives the search up. Answers the finished job's result; throws Refused if it fails, and
 * an AbortError if it was given up.
 */
export async function search(request, told, signal) {
  const job = await json("POST", "/v1/ai/moves", request);
  const path = `/v1/ai/moves/${job.id}`;
  try {
    signal.throwIfAborted();
    const ended = await follow(path, told, signal);
    if (ended.status !== "finished") throw new Refused(ended.error ?? `The search was ${ended.status}.`);
    return ended.result;
  } catch (error) {
    if (signal.aborted) call("DELETE", path).catch(() => {});
    throw error;
  }
}

function follow(path, told, signal) {
  return new Promise((resolve, reject) => {
    const stream = new EventSource(`${path}/events`);
    const end = (settle, value) => {
      stream.close();
      settle(value);
    };
    signal.addEventListener("abort", () => end(reject, signal.reason));
    stream.addEventListener("progress", (event) => told(JSON.parse(event.data)));
    stream.addEventListener("final", (event) => end(resolve, JSON.parse(event.data)));
    stream.onerror = () => {
      // Closed for good, as when too many streams are open: ask again and again instead.
      if (stream.readyState === EventSource.CLOSED) poll(path, told, signal).then(resolve, reject);
    };
  });
}

async function poll(path, told, signal) {
  for (;;) {
    const job = await json("GET", `${path}?wait=${WAIT_SECONDS}`);
    signal.throwIfAborted();
    if (!["queued", "started"].includes(job.status)) return job;
    told(job);
  }
}
