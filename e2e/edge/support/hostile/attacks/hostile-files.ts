import sharp from "sharp";
import { buildWorkbook } from "../../../../../app/modules/reconcile/testing/book";
import { type Answer, type Attack, type AttackTarget, send } from "../attack";

/** Post one file with the form's other fields, as a browser does. */
export async function uploadFile(
  target: AttackTarget,
  path: string,
  {
    who,
    field,
    name,
    bytes,
    fields = {},
  }: { who: string; field: string; name: string; bytes: Buffer; fields?: Record<string, string> },
): Promise<Answer> {
  const boundary = "hostile-file";
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]);
  const body = Buffer.concat([
    ...Object.entries(fields).map(([key, value]) => part(`name="${key}"`, value)),
    part(`name="${field}"; filename="${name}"`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return send(target, path, {
    who: await target.as(who),
    type: `multipart/form-data; boundary=${boundary}`,
    body,
  });
}

/** Refusals with a message: unreadable, too large, too many requests, or no space left. */
const REFUSED = [422, 429, 503, 507];

const statement = (target: AttackTarget, who: string, bytes: Buffer) =>
  uploadFile(target, "/trip-tickets/reconcile", {
    who,
    field: "file",
    name: "statement.xlsx",
    bytes,
    fields: { mill_company_id: "5" },
  });

/** A line with gradually shorter segments, so that each step of simplification removes hardly any points. */
const zigzag = (points: number) =>
  Buffer.from(
    JSON.stringify({
      type: "Polygon",
      coordinates: [
        Array.from({ length: points }, (_, i) => {
          const off = (0.1 * (points - i)) / points + 0.001;
          return [-85 + (i * 2) / points, 44.66 + (i % 2 ? -off : off)];
        }),
      ],
    }),
  );

const progressive = async (size: number) =>
  sharp({ create: { width: size, height: size, channels: 3, background: "#246" } })
    .jpeg({ progressive: true, quality: 40 })
    .withMetadata({ orientation: 6 })
    .toBuffer();

const avatar = (target: AttackTarget, who: string, bytes: Buffer) =>
  uploadFile(target, "/profile/avatar", { who, field: "avatar", name: "me.jpg", bytes });

/** A file with 24 real bytes of a video header, followed by zeros. */
function film(megabytes: number) {
  const bytes = Buffer.alloc(megabytes * 1024 * 1024);
  bytes.writeUInt32BE(24, 0);
  bytes.write("ftypisom", 4, "latin1");
  return bytes;
}

/** Storage that the attacked server allows a company (`FILE_QUOTA_MB`), in MB. */
export const COMPANY_QUOTA_MB = 60;

/** Files meant to stop the server or to fill its disk. */
export const hostileFileAttacks: Attack[] = [
  {
    code: "V7",
    name: "spreadsheets with a long text in each of 10,000 cells",
    right: [303, ...REFUSED],
    run: async (target) => {
      const rows = [[0, 1], ...Array.from({ length: 5_000 }, () => [2, 2])];
      const book = (length: number) =>
        buildWorkbook({ shared: ["Ticket", "Net", "\u0007".repeat(length)], rows });
      const [short, long] = [book(100_000), book(1_000_000)];
      return Promise.all([statement(target, "manager", short), statement(target, "manager", long)]);
    },
  },
  {
    code: "V7",
    name: "a spreadsheet of 5,000 rows at its last column",
    right: REFUSED,
    run: async (target) => {
      const rows = Array.from({ length: 5_000 }, () => [0]);
      return [await statement(target, "manager", buildWorkbook({ shared: ["x"], rows, column: "XFD" }))];
    },
  },
  {
    code: "V8",
    name: "three progressive photos of 120 megapixels at once",
    long: true,
    right: REFUSED,
    run: async (target) => {
      const bomb = await progressive(10_950);
      return Promise.all(["manager", "hauler", "new"].map((who) => avatar(target, who, bomb)));
    },
  },
  {
    code: "V8",
    name: "three photos of the largest kind that is taken, at once",
    right: [303, ...REFUSED],
    run: async (target) => {
      const photo = await progressive(3_990);
      return Promise.all(["manager", "hauler", "new"].map((who) => avatar(target, who, photo)));
    },
  },
  {
    code: "V14",
    name: "zigzag areas of 300,000 points by one account, four at once",
    long: true,
    right: REFUSED,
    run: async (target) => {
      const bytes = zigzag(300_000);
      const sent = {
        who: "manager",
        field: "areas_file",
        name: "cut.geojson",
        bytes,
        fields: { version: "2" },
      };
      return Promise.all(
        Array.from({ length: 4 }, () => uploadFile(target, "/jobs/1/map/edit?upload=areas", sent)),
      );
    },
  },
  {
    code: "V9",
    name: "films of nothing until the disk is full",
    right: [303, ...REFUSED],
    run: async (target) => {
      const bytes = film(20);
      const answers: Answer[] = [];
      for (let i = 0; i < 5; i++)
        answers.push(
          await uploadFile(target, "/jobs/1/files", {
            who: "manager",
            field: "file",
            name: "film.mp4",
            bytes,
          }),
        );
      const taken = answers.filter(({ status }) => status === 303).length * 20;
      // Accepting more than the quota is a fault, even if the status was fine.
      return taken > COMPANY_QUOTA_MB ? answers.map((answer) => ({ ...answer, status: 500 })) : answers;
    },
  },
];
