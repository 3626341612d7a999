/** Push services of browsers: Chrome and Edge by Google, Firefox, Safari, Edge on Windows. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^updates\.push\.services\.mozilla\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.push\.apple\.com$/,
  /^[a-z0-9-]+(\.[a-z0-9-]+)*\.notify\.windows\.com$/,
];

/**
 * Check whether an address from a caller belongs to a known push service. This server posts to it, so it must be https,
 * with no other host, port, user name or password: otherwise requests could be directed to machines in the server's own
 * network.
 */
export function isPushService(endpoint: string): boolean {
  if (endpoint.length > 1_000 || !URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password, hash } = new URL(endpoint);
  return (
    protocol === "https:" &&
    !port &&
    !username &&
    !password &&
    !hash &&
    SERVICES.some((service) => service.test(hostname))
  );
}
