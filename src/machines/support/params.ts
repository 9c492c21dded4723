/** An action or guard that receives the event itself as params. */
export const withEvent = <Type extends string>(type: Type) => ({ type, params: <Event>({ event }: { event: Event }): Event => event });

/** An action that receives an actor's error as params. */
export const withError = <Type extends string>(type: Type) => ({
  type,
  params: ({ event }: { event: { error: unknown } }) => ({ error: event.error }),
});
