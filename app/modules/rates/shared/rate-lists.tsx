type Price = { id: number; words: string; when: "now" | "before" | "next" };
type ProductRate = {
  id: number;
  type: string;
  receiver: string;
  payer: string;
  product: string;
  prices: Price[];
};
type HaulRate = { id: number; receiver: string; payer: string; destination: string; prices: Price[] };

/**
 * Lists of rates: subject, payer, payee and amount, each with a link if the user may edit it. Future and past rates are
 * below the current ones.
 */
export function RateLists({
  product,
  haul,
  editHref,
}: {
  product: ProductRate[];
  haul: HaulRate[];
  editHref?: (kind: "product" | "haul", id: number) => string;
}) {
  const rows = [
    ...product.map((r) => ({ kind: "product" as const, what: `${r.type}: ${r.product}`, ...r })),
    ...haul.map((r) => ({ kind: "haul" as const, what: `Haul to ${r.destination}`, ...r })),
  ];
  if (rows.length === 0) return <p className="soft">No rates yet.</p>;
  return (
    <ul className="rows">
      {rows.map((r) => (
        <li key={`${r.kind}-${r.id}`}>
          <span>
            <strong>{r.what}</strong>{" "}
            <span className="soft small">
              {r.payer} pays {r.receiver}
            </span>
          </span>{" "}
          <span className="stack tight">
            {r.prices.map((price) => (
              <span className={price.when === "now" ? "row" : "row soft small"} key={price.id}>
                <span className="num">{price.words}</span>{" "}
                {editHref ? (
                  <a href={editHref(r.kind, price.id)}>
                    Edit<span className="sr"> {r.what}</span>
                  </a>
                ) : null}{" "}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
