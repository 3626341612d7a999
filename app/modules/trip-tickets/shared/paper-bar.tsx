// Sheets have their own pages, so that other pages don't load their styles.
import "~/styles/sheet.css";
import { Icon } from "~/ui/icon";

const PAPERS = ["letter", "a4", "80mm"] as const;
export type Paper = (typeof PAPERS)[number];
const NAMES: Record<Paper, string> = { letter: "Letter", a4: "A4", "80mm": "80 mm roll" };

/** Paper size in an address; the usual one if there is none. */
export function parsePaper(url: string, usual: Paper = "letter"): Paper {
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
  paper: Paper;
  usual?: Paper;
}) {
  const href = (p: Paper) =>
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
