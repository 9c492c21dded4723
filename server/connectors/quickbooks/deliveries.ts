type CloudEvent = Readonly<{ intuitaccountid?: unknown }>;
type Notification = Readonly<{ realmId?: unknown }>;

/**
 * The distinct companies of a delivery: an array of CloudEvents, or the older format. Several companies may share a delivery, and its
 * events contain no data, so changes are read separately. @throws SyntaxError if it is not JSON
 */
export const companiesIn = (body: string): readonly string[] => {
  const delivery: unknown = JSON.parse(body);
  const realms = Array.isArray(delivery)
    ? delivery.map((event: CloudEvent | null) => event?.intuitaccountid)
    : ((delivery as { eventNotifications?: Notification[] } | null)?.eventNotifications ?? []).map(({ realmId }) => realmId);
  return [...new Set(realms.filter((realm): realm is string => typeof realm === 'string'))];
};
