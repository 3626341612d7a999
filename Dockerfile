# Builds the app, then keeps what it needs to run. Migrations run by their own command, before a release takes
# traffic (fly.toml, release_command); nothing is installed or seeded at start.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund --omit=optional
COPY . .
RUN npx remix vite:build && npm prune --omit=dev --omit=optional

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATABASE_URL=file:/data/timbertally.db FILES_DIR=/data/files
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/app ./app
COPY --from=build /app/db ./db
COPY --from=build /app/server ./server
COPY --from=build /app/package.json /app/tsconfig.json ./
RUN mkdir -p /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
CMD ["node", "--import", "tsx", "server/index.ts"]
