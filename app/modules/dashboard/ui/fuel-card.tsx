import { formatFuelPrice } from "~/modules/fuel/rules/price";
import type { ShownFuel } from "~/modules/fuel/shared/fuel-card.server";
import { Chart } from "~/ui/chart";

/** Card with the diesel price in the company's region and twelve weeks of history. */
export function FuelCard({ fuel }: { fuel: ShownFuel }) {
  return (
    <section className="card fuel" id="fuel">
      <Chart
        kind="line"
        title={`Diesel, ${fuel.region}: ${fuel.price} a gallon`}
        says={fuel.says}
        series={["Price per gallon"]}
        unit="$"
        by="Week starting Monday"
        format={formatFuelPrice}
        around
        folded
        rows={fuel.rows}
      />
      <p className="soft small">
        {fuel.old ? "There's no newer price. " : null}
        {fuel.source}
        {fuel.href ? (
          <>
            {" · "}
            <a href={fuel.href}>Fuel prices</a>
          </>
        ) : null}
      </p>
    </section>
  );
}
