/** Passes the event itself as params to an action or guard. */
export const withEvent = <Type extends string>(type: Type) => ({ type, params: <Event>({ event }: { event: Event }): Event => event });

/** Passes an actor's error as params to an action. */
export const withError = <Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
});
