import { type PostsByAddress, post } from "~/web/post.server";
import type { pages } from "./pages";
import { acceptCertificationRequest, rejectCertificationRequest } from "./shared/requests.server";

/** Small forms of this feature that are on other pages. */
export const posts: PostsByAddress<typeof pages> = {
  "/company/certifications/requests/:requestId/acceptance": post(acceptCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
  "/company/certifications/requests/:requestId/rejection": post(rejectCertificationRequest, {
    fixed: { certification_request_id: "requestId" },
  }),
};
