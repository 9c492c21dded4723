type CloudEvent = Readonly<{ intuitaccountid?: unknown }>;
type Notification = Readonly<{ realmId?: unknown }>;

/**
 * The companies that a delivery is about, each once: an array of CloudEvents, or the format before it. Several companies may share one, and the
 * events carry no data, so what changed is read anyway. @throws SyntaxError for what is no JSON
 */
export const companiesIn = (body: string): readonly string[] => {
  const delivery: unknown = JSON.parse(body);
  const realms = Array.isArray(delivery)
    ? delivery.map((event: CloudEvent | null) => event?.intuitaccountid)
    : ((delivery as { eventNotifications?: Notification[] } | null)?.eventNotifications ?? []).map(({ realmId }) => realmId);
  return [...new Set(realms.filter((realm): realm is string => typeof realm === 'string'))];
};
