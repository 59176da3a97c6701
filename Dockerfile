# syntax=docker/dockerfile:1
FROM node:26.10.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# The image has its Node already: the package that brings one does not unpack it. Nothing else here needs an install script.
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN npm run release -- folder && mv build/release/* /release

FROM node:26.10.0-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# Memory that work took is returned to the system afterwards: 265 MB instead of 394 (docs/decisions/0007).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=4194304
WORKDIR /app
RUN install -d -o node -g node -m 700 /data
COPY --from=build /release ./
USER node
VOLUME /data
EXPOSE 3000
# A server that hangs (2) is killed, so that the container ends and its restart policy starts it again. That needs `--init`: nothing in a
# container can kill its first process.
HEALTHCHECK --interval=15s --timeout=20s --start-period=20s \
  CMD node src/server/operations/watchdog.ts 127.0.0.1 "$PORT"; found=$?; [ $found != 2 ] || kill -9 $(cat /proc/1/task/1/children); [ $found = 0 ]
# Node itself is process 1: the server hears SIGTERM and drains, and the server starts no processes that would have to be reaped.
CMD ["node", "--max-semi-space-size=2", "build/server/main.js"]
