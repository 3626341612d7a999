/** A pair of keys that this site's pushes are signed by: public:private, as browsers and `VAPID_KEYS` have them. */
export function vapidKeys(): string;
