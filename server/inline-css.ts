/* Styles that are inlined in the first page that a browser loads. */

import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { ServerBuild } from "@remix-run/node";
import type { Request, Response } from "express";
import type { InlineStylesSource } from "../app/server-entry.server";

const COOKIE = "tt_styles";
const HELD = new RegExp(`(?:^|;\\s*)${COOKIE}=([^;]*)`);
const MONTH_S = 30 * 86_400;

type Options = {
  /** Folder of the browser build. */
  client: string;
  build: ServerBuild;
  /** True if the site is reached by https alone. */
  secure: boolean;
};

/**
 * Pass a page's styles to its renderer if the browser has no style files of this build. On a slow connection, separate
 * style files would cost one more round trip before anything is visible (docs/decisions/017). A cookie identifies the
 * build of the last page shown.
 */
export function createStyleInliner({ client, build, secure }: Options) {
  const shared = build.assets.routes.root?.css ?? [];
  const mark = shared.map((href) => basename(href, ".css")).join(".");
  const texts = new Map<string, string | null>();
  const textOf = (href: string) => {
    let text = texts.get(href);
    if (text === undefined) {
      text = readStyle(join(client, href));
      texts.set(href, text);
    }
    return text;
  };
  return (req: Request, res: Response): InlineStylesSource | undefined => {
    const held = HELD.exec(req.get("Cookie") ?? "")?.[1];
    if (!mark || held === mark) return undefined;
    const carried = () =>
      void res.append(
        "Set-Cookie",
        `${COOKIE}=${mark}; Path=/; Max-Age=${MONTH_S}; SameSite=Lax; HttpOnly${secure ? "; Secure" : ""}`,
      );
    return { textOf, isShared: (href) => shared.includes(href), carried };
  };
}

/**
 * Return a style file's text; null if it can't be read or would end its tag early, in which case the page links to the
 * file.
 */
function readStyle(file: string): string | null {
  try {
    const text = readFileSync(file, "utf8").trim();
    return text.includes("</") ? null : text;
  } catch {
    return null;
  }
}
