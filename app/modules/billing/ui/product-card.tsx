import { formatMoney } from "~/lib/money/money";
import { ActionForm } from "~/ui/action-form";
import { ButtonLink } from "~/ui/parts";

type Product = {
  tier: string;
  name: string;
  unit_amount: number;
  features: readonly string[];
  is_current: boolean;
  for_sale: boolean;
};

/** Card for one subscription plan: its monthly price, its features, and a link to buy it. */
export function ProductCard({
  product,
  page,
}: {
  product: Product;
  page: { live: boolean; is_admin: boolean; submission_id: string };
}) {
  const { tier, name, unit_amount, features, is_current, for_sale } = product;
  return (
    <section className="card stack plan" aria-labelledby={`plan-${tier}`}>
      <h4 id={`plan-${tier}`}>{name}</h4>
      <p className="price">
        <strong className="num">{formatMoney(unit_amount)}</strong> <span className="soft">a month</span>
      </p>
      <ul>
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
      {is_current ? (
        <p>
          <strong>Your subscription</strong>
        </p>
      ) : page.live ? (
        <p className="soft small">Change to it under "Manage subscription".</p>
      ) : for_sale ? (
        page.is_admin ? (
          <ActionForm submissionId={`${page.submission_id}-${tier}`} button={`Subscribe to ${name}`}>
            <input type="hidden" name="tier" value={tier} />
          </ActionForm>
        ) : (
          <p className="soft small">An admin of your company can subscribe.</p>
        )
      ) : (
        <p>
          <ButtonLink href="/contact-sales" dialog="main">
            Contact Sales
          </ButtonLink>
        </p>
      )}
    </section>
  );
}
