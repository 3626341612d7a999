import type { z } from "zod";
import type { Procedure } from "./procedure";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A call's method and address, such as "PUT /api/jobs/{id}". Names in braces are numbers and part of the input. */
type Address = `${Method} /${string}`;

/** Properties of every call, such as its purpose, its procedure, and its status if not 200. */
type Common = {
  summary: string;
  /** True if the call queues background work that should start immediately. */
  wakes?: boolean;
};

/** A call that returns JSON: the declared output of its procedure. */
export type JsonCall = Common & {
  // Any input and output type, because each procedure's own schemas check its calls.
  procedure: Procedure<z.ZodType, unknown> & { output: z.ZodType };
  status?: number;
  /** Input names of a writing call that may also be in the query; if both are present, the body's value is used. */
  query?: readonly string[];
  /** Other names that a body may use for an id in the path: { job_id: "id" }. */
  named?: Readonly<Record<string, string>>;
  /** True if the body's fields may also be in `dto`. */
  dto?: boolean;
  /**
   * A body field that contains a file as a data URL of one of these types. `part` names an object of the body that has
   * the field.
   */
  dataUrl?: {
    part?: string;
    field: string;
    types: readonly string[];
    megabytes: number;
    file_name: string;
  };
  /** Input names that are ignored if null, 0, "" or an empty list, also inside `dto`. */
  dropsEmpty?: readonly string[];
  /** Query names of a reading call that are always text, even if they look like numbers, such as search terms. */
  texts?: readonly string[];
  /** Seconds for which a client may cache the response. */
  cache?: number;
  /**
   * True if the response is large and rarely changes. Its ETag is a hash of its content; a request with this ETag gets
   * 304 while the content is unchanged.
   */
  tagged?: true;
  /**
   * Settings of a polled call: the response fields that form the ETag, so that an unchanged response returns 304, and
   * the number of seconds that the client is told to wait.
   */
  polled?: { every: number; by: readonly string[] };
  /**
   * Set if the body is a form with one file in this field. `typed` names its fields that are numbers or booleans
   * instead of text.
   */
  upload?: { field: string; megabytes: number; typed?: readonly string[] };
};

/** A call that returns a file: the procedure finds the file, and `file` sends it. */
export type FileCall = Common & {
  procedure: Procedure<z.ZodType, unknown>;
  file(request: Request, found: unknown): Promise<Response>;
  /** Return the procedure's input, if the input is more than the ids in the path. */
  input?(ids: Record<string, number>, query: URLSearchParams): unknown;
};

export type ApiCall = JsonCall | FileCall;

/** API topics in the order of the documentation. Each feature's `api.server.ts` chooses the topic of its calls. */
export const API_SECTIONS = [
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
export type ApiSection = (typeof API_SECTIONS)[number];
/** A call with the topic that its feature assigned to it. */
export type RegisteredCall = ApiCall & { about: ApiSection };

/** A feature's calls, each listed once in the `api.server.ts` of its folder. */
export type ApiCalls = Readonly<Record<Address, ApiCall>>;

/** Define a call that returns a file, typed by its procedure's result. */
export const defineFileCall = <I extends z.ZodType, O>(
  call: Common & {
    procedure: Procedure<I, O>;
    file(request: Request, found: O): Promise<Response>;
    input?: FileCall["input"];
  },
): FileCall => call;

/** Return the names in braces in a path, in order. */
export const listPathNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Seconds for which a client may cache data that hardly ever changes (docs/domain.md#programs). */
export const STATIC_DATA_CACHE_SECONDS = 600;
