import { HANDWRITING_LINE, TearOffSlip } from "~/ui/paper-parts";
import { Facts } from "~/ui/parts";
import { QrCode } from "~/ui/qr";
import type { Sheet } from "../../shared/paper.server";
import type { PaperSize } from "../../shared/paper-bar";
import {
  createSheetBlocks,
  createTearOffFacts,
  getSheetFooter,
  getSheetHeader,
  SIGNATURE_LABELS,
} from "../rules/sheet-blocks";

/** The sheet that travels with a load: one page, black on white, with the content from `createSheetBlocks`. */
export function TicketSheet({ sheet: s, paper }: { sheet: Sheet; paper: PaperSize }) {
  const { title, line } = getSheetHeader(s);
  const foot = getSheetFooter(s);
  return (
    <article className={`sheet paper-${paper}`}>
      <div className="top">
        <div>
          {s.logo_url ? (
            <img className="logo" src={s.logo_url} alt={s.land_manager} />
          ) : (
            <strong>{s.land_manager}</strong>
          )}
          <h1>{title}</h1>
          <p>{line}</p>
          <p>
            <a href={s.address}>{s.typed_address}</a>
          </p>
        </div>
        <figure className="qr">
          <QrCode drawing={s.qr} label={`Code for ticket ${s.number}`} />
          <figcaption className="small">{s.in_words}</figcaption>
        </figure>
      </div>
      {createSheetBlocks(s).map(({ title, columns, none }) => (
        <section key={title}>
          <h2>{title}</h2>
          {none && columns.every((facts) => facts.length === 0) ? (
            <p>{none}</p>
          ) : (
            <div className={columns.length > 1 ? "cols" : undefined}>
              {columns.map((facts) => (
                <Facts
                  key={facts[0]?.term ?? ""}
                  facts={facts.map(({ term, value }) => ({ term, value: value ?? HANDWRITING_LINE }))}
                />
              ))}
            </div>
          )}
        </section>
      ))}
      <div className="sign">
        {SIGNATURE_LABELS.map((who) => (
          <p key={who}>{who}</p>
        ))}
      </div>
      {foot ? <p className="small">{foot}</p> : null}
      {paper === "80mm" ? null : (
        <TearOffSlip number={s.number} load={s.load_number} job={s.job.name} facts={createTearOffFacts(s)} />
      )}
    </article>
  );
}
