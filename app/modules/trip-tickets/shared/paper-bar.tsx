// Sheet styles are imported here, so that only the pages that show sheets load them.
import "~/styles/sheet.css";
import { Icon } from "~/ui/icon";

const PAPERS = ["letter", "a4", "80mm"] as const;
export type PaperSize = (typeof PAPERS)[number];
const NAMES: Record<PaperSize, string> = { letter: "Letter", a4: "A4", "80mm": "80 mm roll" };

/** Parse the paper size in a URL; the default size if there is none. */
export function parsePaperSize(url: string, usual: PaperSize = "letter"): PaperSize {
  const searchParam = new URL(url).searchParams.get("paper");
  return PAPERS.find((p) => p === searchParam) ?? usual;
}

/** On-screen bar above the sheets: back, paper size, and how to print. Never printed. */
export function PaperBar({
  back,
  here,
  query,
  paper,
  usual = "letter",
}: {
  back: string;
  here: string;
  query: string;
  paper: PaperSize;
  usual?: PaperSize;
}) {
  const href = (p: PaperSize) =>
    `${here}?${[query, p === usual ? "" : `paper=${p}`].filter(Boolean).join("&")}`.replace(/\?$/, "");
  return (
    <div className="row between screen-only paperbar">
      <a href={back}>Back</a>
      <nav className="chips" aria-label="Paper">
        {PAPERS.map((p) => (
          <a key={p} className="chip" href={href(p)} aria-current={p === paper ? "true" : undefined}>
            {NAMES[p]}{" "}
          </a>
        ))}
      </nav>
      <span>
        <button type="button" className="button primary" data-print hidden>
          <Icon name="print" /> Print
        </button>
        <noscript>Print from your browser menu.</noscript>
      </span>
    </div>
  );
}
