/** Services a load is paid for: the cost types (docs/domain.md#settlements). */
export const SERVICE = { cut: 1, skid: 2, haul: 3, stumpage: 4, fuel: 5, other: 9, mill: 10 } as const;
export type Service = (typeof SERVICE)[keyof typeof SERVICE];

/**
 * Service that a product rate pays for. Rate types and services are numbered differently: rate type 3 is stumpage and 4
 * the mill's price, while service 3 is the haul (docs/domain.md#product-rates).
 */
export const SERVICE_OF_RATE_TYPE = {
  1: SERVICE.cut,
  2: SERVICE.skid,
  3: SERVICE.stumpage,
  4: SERVICE.mill,
} as const;
export type ProductRateType = keyof typeof SERVICE_OF_RATE_TYPE;
export const isProductRateType = (id: number): id is ProductRateType => id in SERVICE_OF_RATE_TYPE;

const NAMES: Record<Service, string> = {
  1: "Cut",
  2: "Skid",
  3: "Haul",
  4: "Stumpage",
  5: "Fuel",
  9: "Other",
  10: "Mill",
};
export const getServiceName = (service: Service): string => NAMES[service];

/** Name of a stored service; any other number is "Other". */
export const getStoredServiceName = (id: number): string =>
  Object.entries(NAMES).find(([known]) => Number(known) === id)?.[1] ?? NAMES[9];
