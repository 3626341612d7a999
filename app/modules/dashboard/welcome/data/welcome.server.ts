import { and, countDistinct, eq, ne, sql } from "drizzle-orm";
import { z } from "zod";
import { companyDestination, companyLocation, crew, crewMember, job } from "#db/schema";
import { getSetupOffer } from "~/modules/jobs/shared/offer.server";
import { getListActions } from "~/modules/trip-tickets/rules/list-actions";
import { procedure } from "~/web/procedure";

/** One step toward a company's first load, as shown on the welcome page. */
export type WelcomeStep = {
  title: string;
  why: string;
  /** Existing items. */
  has: string | null;
  actions: { href: string; label: string }[];
};

/**
 * Return the first steps of a new company: people, places, first job. Steps that the user has no permission for are
 * omitted.
 */
export const getWelcomePage = procedure({
  name: "getWelcomePage",
  input: z.strictObject({}),
  async run(ctx) {
    const { company: me, permissions: may } = ctx.actor;
    const [[people], [places], [destinations], [jobs]] = await Promise.all([
      ctx.read
        .select({ n: countDistinct(crewMember.user_id) })
        .from(crewMember)
        .innerJoin(crew, eq(crew.id, crewMember.crew_id))
        .where(
          and(
            eq(crew.company_id, me.id),
            eq(crew.is_deleted, false),
            ne(crewMember.user_id, ctx.actor.user?.id ?? 0),
          ),
        ),
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(companyLocation)
        .where(and(eq(companyLocation.company_id, me.id), eq(companyLocation.is_deleted, false))),
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(companyDestination)
        .where(and(eq(companyDestination.company_id, me.id), eq(companyDestination.is_deleted, false))),
      ctx.read
        .select({ n: sql<number>`count(*)` })
        .from(job)
        .where(
          and(eq(job.request_user_company_id, me.id), eq(job.is_deleted, false), eq(job.is_sample, false)),
        ),
    ]);
    const offer = await getSetupOffer.run(ctx, {});
    const counted = (n: number | undefined, item: string) => (n ? `${n} ${item}${n === 1 ? "" : "s"}` : null);
    const places_has = [
      may.company_location.read ? counted(places?.n, "location") : null,
      may.company_destination.read ? counted(destinations?.n, "destination") : null,
    ].filter(Boolean);
    const list: WelcomeStep[] = [
      {
        title: "Add your people",
        why: "Drivers and office people sign in with their own phone or email.",
        has:
          people?.n && may.crew_member.read
            ? people.n === 1
              ? "1 other person"
              : `${people.n} other people`
            : null,
        actions: may.crew_member.create
          ? [
              { href: "/company/people/new", label: "Add employee" },
              { href: "/company/people", label: "See your people" },
            ]
          : [],
      },
      {
        title: "Put your places on the map",
        why: me.roles.is_mill
          ? "Others choose your yards as destinations."
          : "Your yards, and the mills you deliver to.",
        has: places_has.length ? places_has.join(", ") : null,
        actions: [
          ...(may.company_location.create ? [{ href: "/company/locations/new", label: "Add Location" }] : []),
          ...(may.company_destination.create && getListActions(ctx.actor).create
            ? [{ href: "/company/destinations/new", label: "Add a destination" }]
            : []),
        ],
      },
      {
        title: "Start your first job",
        why:
          offer.setup || offer.offer === "create"
            ? "A job holds the land, the companies on it, the sort sheet and the rates. Loads come after."
            : "Jobs that other companies invite you to appear under Jobs.",
        has: jobs?.n ? counted(jobs.n, "job") : null,
        actions: may.job.read
          ? [
              ...(offer.setup ? [{ href: "/jobs/create", label: "Continue the job setup" }] : []),
              ...(offer.offer === "create" ? [{ href: "/jobs/create", label: "Create a job" }] : []),
              { href: "/jobs", label: "See your jobs" },
            ]
          : [],
      },
    ];
    return { company: me.name, steps: list.filter(({ actions }) => actions.length > 0) };
  },
});
