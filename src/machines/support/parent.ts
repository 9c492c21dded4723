import type { AnyActorRef, AnyEventObject } from 'xstate';

/** Tells the machine that invoked this one, where there is one: a child stands alone in its own walks, and `sendParent` would throw there. */
export const tellParent = (self: AnyActorRef, event: AnyEventObject): void => self._parent?.send(event);
