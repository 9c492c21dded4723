import type { AnyActorRef, AnyEventObject } from 'xstate';

/** Sends to the parent machine if there is one: tests run a child alone, and `sendParent` would throw. */
export const notifyParent = (self: AnyActorRef, event: AnyEventObject): void => self._parent?.send(event);

type Enqueue = { sendTo: (target: AnyActorRef, event: AnyEventObject) => void };

/**
 * The same after the current step, for parents that react by starting or messaging other children: XState warns if they do so
 * within an action.
 */
export const enqueueParentEvent = (enqueue: Enqueue, self: AnyActorRef, event: AnyEventObject): void => {
  if (self._parent) enqueue.sendTo(self._parent, event);
};
