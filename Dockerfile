# One image for the API (`api`) and the AI workers (`worker`).
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
RUN python -m venv /venv
WORKDIR /source
COPY requirements.lock .
RUN /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY service service
COPY workers workers
RUN /venv/bin/pip install --no-cache-dir --no-deps .
# The engine is compiled beside the environment that runs it, which gets no compiler.
COPY requirements-dev.lock .
RUN python -m venv /compiler \
    && /compiler/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.lock \
    && /compiler/bin/pip install --no-cache-dir --no-deps . \
    && DOMINANT_SPECIES_BUILD=/venv/share/dominant-species/compiled \
        /compiler/bin/dominant-species build --require

FROM python:3.12-slim
RUN useradd --system --uid 10001 --create-home app \
    && install --directory --owner=app --mode=0700 /keys
COPY --from=build /venv /venv
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 HOST=0.0.0.0 PORT=8000
USER app
WORKDIR /home/app
EXPOSE 8000
ENTRYPOINT ["dominant-species"]
CMD ["api"]
