import { createServer } from "vite";

/**
 * Vite inside our own server. What browsers get is named, so that it is bundled once at the start: a package that
 * Vite meets later makes it bundle anew, and the open page is left with two Reacts. What is the server's alone
 * (some of it binary) is named too, since Vite reads a route's imports before Remix has taken those away.
 */
export const startVite = () =>
  createServer({
    server: { middlewareMode: true },
    optimizeDeps: {
      include: [
        "@conform-to/react",
        "@conform-to/zod/v4",
        "@radix-ui/react-dialog",
        "@remix-run/react",
        "@tanstack/react-table",
        "d3-geo",
        "get-nonce",
        "lucide-react",
        "react",
        "react-dom/client",
        "react/jsx-dev-runtime",
        "zod",
      ],
      exclude: [
        "@libsql/client",
        "@node-rs/argon2",
        "@remix-run/node",
        "better-sqlite3",
        "drizzle-orm",
        "nodemailer",
        "pino",
        "qrcode",
        "remix-auth",
        "remix-auth-form",
        "sharp",
      ],
    },
  });
