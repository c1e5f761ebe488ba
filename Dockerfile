# syntax=docker/dockerfile:1
# Builds one static binary and an image that holds nothing else. docker/check does the same steps without Docker.

FROM golang:1.26.8-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download && go mod verify
COPY . .
ARG VERSION=dev
RUN VERSION="$VERSION" ./docker/build /out

FROM scratch
LABEL org.opencontainers.image.title="rowkind" \
      org.opencontainers.image.description="A playground for Flink SQL's EXPLAIN CHANGELOG_MODE" \
      org.opencontainers.image.licenses="Apache-2.0"
COPY --from=build /out/ /
# The binary's owner is root, the process's user is not, and /data is all that it may write.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
ENV ROWKIND_DB=/data/rowkind.db ROWKIND_ADDR=:8080
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=4s --start-period=10s --retries=3 CMD ["/rowkind", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/rowkind"]
CMD ["serve"]
