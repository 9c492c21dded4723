/** An action or a guard that is given the event itself. */
export const ofEvent = <Type extends string>(type: Type) => ({ type, params: <Event>({ event }: { event: Event }): Event => event });

/** An action that is given why an actor failed. */
export const ofError = <Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
});
