# One image for the API (`api`) and the AI workers (`worker`), for amd64 and arm64. Everything in it
# is locked: what is built here is built by the setuptools of requirements-dev.lock.
FROM python:3.12-slim AS build
RUN apt-get update && apt-get install --yes --no-install-recommends gcc libc6-dev
WORKDIR /source
COPY requirements.lock requirements-dev.lock ./
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
# The engine is compiled beside the environment that runs it, which gets no compiler.
RUN python -m venv /compiler \
    && /compiler/bin/pip install --no-cache-dir --require-hashes -r requirements-dev.lock
COPY pyproject.toml README.md LICENSE ./
COPY service service
COPY workers workers
RUN /compiler/bin/pip wheel --no-deps --no-index --no-build-isolation --wheel-dir /wheel . \
    && /venv/bin/pip install --no-deps --no-index /wheel/*.whl \
    && /compiler/bin/pip install --no-deps --no-index /wheel/*.whl \
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
