import { posts as bulk } from "./features/bulk/posts.server";
import { posts as certifications } from "./features/certifications/posts.server";
import { posts as comments } from "./features/comments/posts.server";
import { posts as companies } from "./features/companies/posts.server";
import { posts as exports } from "./features/exports/posts.server";
import { posts as files } from "./features/files/posts.server";
import { posts as inventory } from "./features/inventory/posts.server";
import { posts as jobCompanies } from "./features/job-companies/posts.server";
import { posts as jobs } from "./features/jobs/posts.server";
import { posts as people } from "./features/people/posts.server";
import { posts as photos } from "./features/photos/posts.server";
import { posts as rates } from "./features/rates/posts.server";
import { posts as reconcile } from "./features/reconcile/posts.server";
import { posts as roads } from "./features/roads/posts.server";
import { posts as selection } from "./features/selection/posts.server";
import type { Post } from "./web/post.server";

/** What every post of the app carries out, by its address; a noun that has posts is asked here. */
export const POSTED: Readonly<Record<string, Post>> = {
  ...bulk,
  ...certifications,
  ...comments,
  ...companies,
  ...exports,
  ...files,
  ...inventory,
  ...jobCompanies,
  ...jobs,
  ...people,
  ...photos,
  ...rates,
  ...reconcile,
  ...roads,
  ...selection,
};
