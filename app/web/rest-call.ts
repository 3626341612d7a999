import type { z } from "zod";
import type { Procedure } from "./procedure";

export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A call's method and address, as in "PUT /api/jobs/{id}"; the names in braces are numbers, and part of the input. */
type Address = `${Method} /${string}`;

/** What every call says of itself: what it is for, the procedure, what it answers if not 200. */
type Common = {
  summary: string;
  /** Whether it asks for work that is done beside requests, to be looked at right away. */
  wakes?: boolean;
};

/** A call that answers what its procedure says that it does. */
export type DataCall = Common & {
  // The input and output differ from call to call; each is checked by its own procedure's schemas.
  procedure: Procedure<z.ZodType, unknown> & { output: z.ZodType };
  status?: number;
  /** Names of a writing call's input that may also be in the query; the body's value wins. */
  query?: readonly string[];
  /** Other names that a body may give an id of the path: { job_id: "id" }. */
  named?: Readonly<Record<string, string>>;
  /** Whether the body's fields may also be in `dto`, as the specifications have it. */
  dto?: boolean;
  /** A file that may be in the body as a data URL of these types, in this field of the body, or of this part of it. */
  dataUrl?: {
    part?: string;
    field: string;
    types: readonly string[];
    megabytes: number;
    file_name: string;
  };
  /** Names of the input that ask for nothing where they are null, 0, "" or an empty list; also inside `dto`. */
  dropsEmpty?: readonly string[];
  /** Names in a reading call's address that are text, also where they look like a number: what is searched for. */
  texts?: readonly string[];
  /** So many seconds a client may keep what it has read. */
  cache?: number;
  /** Large and seldom new: its ETag is a hash of it, and the same answer is a 304. */
  tagged?: true;
  /**
   * Asked for again and again: these fields of the answer are its ETag, so that the same answer is a 304, and the client
   * is told how many seconds to wait.
   */
  polled?: { every: number; by: readonly string[] };
  /** The body is a form with one file, in this field; `typed` names its fields that are a number or a flag, no text. */
  upload?: { field: string; megabytes: number; typed?: readonly string[] };
};

/** A call that answers a file: the procedure finds it, `file` sends it. */
export type FileCall = Common & {
  procedure: Procedure<z.ZodType, unknown>;
  file(request: Request, found: unknown): Promise<Response>;
  /** The procedure's input, if it is not the ids of the path alone. */
  input?(ids: Record<string, number>, query: URLSearchParams): unknown;
};

export type ApiCall = DataCall | FileCall;

/** What a noun's calls are about, in the order in which people read them; its `api.server.ts` says which. */
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
export type About = (typeof ABOUT)[number];
/** A call with what it is about, as its noun says. */
export type KnownCall = ApiCall & { about: About };

/** The calls of a noun, each said once, in its folder's `api.server.ts`. */
export type ApiCalls = Readonly<Record<Address, ApiCall>>;

/** A call that answers a file, held to what its procedure finds. */
export const fileCall = <I extends z.ZodType, O>(
  call: Common & {
    procedure: Procedure<I, O>;
    file(request: Request, found: O): Promise<Response>;
    input?: FileCall["input"];
  },
): FileCall => call;

/** The names in braces of a path, in their order. */
export const namesInPath = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** How long a client may keep what hardly ever changes, in seconds (spec 2, sections 7 and 9). */
export const TEN_MINUTES = 600;
