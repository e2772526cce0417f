// The calls of the service that the page makes. Each throws Refused if the service says no, and
// an AbortError once its `signal` is aborted.

/** What the service refused, or that it did not answer at all (status 0); `errors` as in its problems. */
export class Refused extends Error {
  constructor(message, status = 0, errors = []) {
    super(message);
    this.status = status;
    this.errors = errors;
  }
}

const INCLUDE = ["legal_moves"];
const WAIT_SECONDS = 10;
const PAUSE = 1000; // milliseconds between two looks at a job, if the service does not let us wait

/** Resolves after so many milliseconds. */
export function pause(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** What the service answers, read as `json` or `text`. */
async function call(read, method, path, body, signal) {
  let response, answer;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: typeof body === "string" || body === undefined ? body : JSON.stringify(body),
      signal,
    });
    answer = response.ok ? await response[read]() : await response.json().catch(() => ({}));
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("The service does not answer.");
  }
  if (response.ok) return answer;
  const message = answer.detail ?? answer.title ?? `The service answered ${response.status}.`;
  throw new Refused(message, response.status, answer.errors);
}

const json = (...request) => call("json", ...request);

/** Names, tables and coordinates. */
export const components = (signal) => json("GET", "/v1/components", undefined, signal);

/** The AI's levels, weakest first. */
export const levels = async (signal) =>
  (await json("GET", "/v1/ai/levels", undefined, signal)).levels;

/** The first state of a new game. */
export const newGame = (setup, signal) =>
  json("POST", "/v1/games", { ...setup, include: INCLUDE }, signal);

/** The state after moves. */
export const makeMoves = (state, moves, signal) =>
  json("POST", "/v1/moves", { state, moves, include: INCLUDE }, signal);

/** What can be done in a state. */
export const legalMoves = (state, signal) => json("POST", "/v1/legal-moves", { state }, signal);

/** The verdict on what may be a state, as text. */
export const validate = (text, signal) => json("POST", "/v1/states/validate", text, signal);

/** A picture of a state: the text of an SVG document. */
export const picture = (state, signal) =>
  call("text", "POST", "/v1/states/board", { state }, signal);

/**
 * A search by the AI, as a job; the result of the job once it is finished. `told` is called with
 * the job when there is news. Aborting `signal` gives the search up, on the service too.
 */
export async function search(request, told, signal) {
  const job = await json("POST", "/v1/ai/moves", request);
  const path = `/v1/ai/moves/${job.id}`;
  try {
    signal.throwIfAborted();
    const ended = await follow(path, told, signal);
    if (ended.status === "finished") return ended.result;
    throw new Refused(ended.error ?? `The search was ${ended.status}.`);
  } catch (error) {
    if (signal.aborted) fetch(path, { method: "DELETE", keepalive: true }).catch(() => {});
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
    const job = await json("GET", `${path}?wait=${WAIT_SECONDS}`, undefined, signal);
    if (!["queued", "started"].includes(job.status)) return job;
    told(job);
    await pause(PAUSE, signal);
  }
}
