import type { z } from "zod";
import type { Procedure } from "./procedure";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A call's method and address, as in "PUT /api/jobs/{id}"; the names in braces are numbers, and part of the input. */
type Address = `${Method} /${string}`;

/** Properties of every call: its purpose, the procedure, its status if not 200. */
type Common = {
  summary: string;
  /** True if it queues background work that should start right away. */
  wakes?: boolean;
};

/** A call that returns its procedure's declared output. */
export type JsonCall = Common & {
  // The input and output differ from call to call; each is checked by its own procedure's schemas.
  procedure: Procedure<z.ZodType, unknown> & { output: z.ZodType };
  status?: number;
  /** Names of a writing call's input that may also be in the query; the body's value wins. */
  query?: readonly string[];
  /** Other names in a body for an id of the path: { job_id: "id" }. */
  named?: Readonly<Record<string, string>>;
  /** True if the body's fields may also be in `dto`. */
  dto?: boolean;
  /** A file in the body as a data URL of these types, in this field of the body, or of this part of it. */
  dataUrl?: {
    part?: string;
    field: string;
    types: readonly string[];
    megabytes: number;
    file_name: string;
  };
  /** Names of the input that are ignored if null, 0, "" or an empty list; also inside `dto`. */
  dropsEmpty?: readonly string[];
  /** Names in a reading call's address that are text, even if they look like a number: search terms. */
  texts?: readonly string[];
  /** Seconds for which a client may cache the response. */
  cache?: number;
  /** Large and rarely changed: its ETag is a hash of it, and an unchanged response is a 304. */
  tagged?: true;
  /**
   * Settings of a polled call: these fields of the response are its ETag, so that an unchanged response is a 304, and
   * the client gets the number of seconds to wait.
   */
  polled?: { every: number; by: readonly string[] };
  /** The body is a form with one file, in this field; `typed` names its fields that are a number or a flag, not text. */
  upload?: { field: string; megabytes: number; typed?: readonly string[] };
};

/** A call that returns a file: the procedure finds it, `file` sends it. */
export type FileCall = Common & {
  procedure: Procedure<z.ZodType, unknown>;
  file(request: Request, found: unknown): Promise<Response>;
  /** The procedure's input, if it is more than the ids of the path. */
  input?(ids: Record<string, number>, query: URLSearchParams): unknown;
};

export type ApiCall = JsonCall | FileCall;

/** Topics of a feature's calls, in reading order; its `api.server.ts` sets them. */
export const ABOUT = [
  "Dashboard and production",
  "Trip tickets",
  "Jobs",
  "Comments",
  "Photos",
  "Search",
  "Notifications",
  "Companies and places",
  "Certifications",
  "Settlements",
  "Invoices",
  "Maps and mileage",
  "Weather and fuel",
  "Support",
  "Running the site",
  "Reference lists",
] as const;
export type ApiSection = (typeof ABOUT)[number];
/** A call with its topic, from its feature. */
export type RegisteredCall = ApiCall & { about: ApiSection };

/** Calls of a feature, each listed once, in its folder's `api.server.ts`. */
export type ApiCalls = Readonly<Record<Address, ApiCall>>;

/** Return a call for a file, typed by its procedure's result. */
export const defineFileCall = <I extends z.ZodType, O>(
  call: Common & {
    procedure: Procedure<I, O>;
    file(request: Request, found: O): Promise<Response>;
    input?: FileCall["input"];
  },
): FileCall => call;

/** Return the names in braces of a path, in order. */
export const listPathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Seconds for which a client may cache data that hardly ever changes (docs/domain.md#programs). */
export const TEN_MINUTES = 600;
