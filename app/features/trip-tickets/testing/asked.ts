import type { Asked } from "../../../../e2e/support/asked";
import { API_COMPANY, NO_GET } from "../../../../e2e/support/rows";

export const asked: Asked = {
  answers: {
    "/api/scale": API_COMPANY,
    "/api/scale/receipts": NO_GET,
    "/api/scale/receipts/:id/undo": NO_GET,
    "/api/scale/rejections": NO_GET,
  },
  bodies: {
    receiveLoad: { load: "987654", gross: "80,000 lb" },
    rejectLoad: { load: "987654", reason: "Not ours" },
    undoReceipt: { version: 99 },
  },
  good: {
    receiveLoad: {
      load: "1001",
      gross: "80,000 lb",
      tare: "30,000 lb",
      scale_ticket_number: "S-1",
      again: true,
    },
    rejectLoad: { load: "1001", reason: "Wrong product" },
    undoReceipt: { version: 2 },
  },
};
