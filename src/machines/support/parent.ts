import type { AnyActorRef, AnyEventObject } from 'xstate';

/** Tells the machine that invoked this one, where there is one: a child stands alone in its own walks, and `sendParent` would throw there. */
export const tellParent = (self: AnyActorRef, event: AnyEventObject): void => self._parent?.send(event);

type Enqueue = { sendTo: (target: AnyActorRef, event: AnyEventObject) => void };

/** The same once this step is done, for parents that begin or address other children by what they hear: xstate warns of that within an action. */
export const enqueueForParent = (enqueue: Enqueue, self: AnyActorRef, event: AnyEventObject): void => {
  if (self._parent) enqueue.sendTo(self._parent, event);
};
