import { DetailBox } from "~/ui/parts";
import { paths } from "~/web/paths";
import type { ContractRole } from "../../rules/contracts";

/** A company's contracts on a job, each with its file if there is one. */
export function YourContracts(props: {
  job: number;
  company: number;
  contracts: readonly { role: ContractRole; label: string; name: string | null; has_file: boolean }[];
}) {
  const { job, company, contracts } = props;
  if (contracts.length === 0) return null;
  return (
    <DetailBox title="Your contracts">
      <ul className="rows">
        {contracts.map((c) => (
          <li key={c.role}>
            <span>
              <strong>{c.label}</strong> <span className="soft small">{c.name ?? "Not set"}</span>
            </span>{" "}
            {c.has_file ? (
              <a href={paths.job(job, `companies/${company}/contracts/${c.role}/file`)}>
                Download<span className="sr"> the {c.label.toLowerCase()} contract</span>
              </a>
            ) : null}
          </li>
        ))}
      </ul>
    </DetailBox>
  );
}
