import { type Ref, useId, useImperativeHandle } from 'react';

/**
 * Sets the ref as soon as the field renders. PrimeReact sets it in an effect, and a form loses anything typed before that.
 * @returns the id of the field
 */
export const useFieldRef = <Of extends HTMLElement>(ref: Ref<Of> | undefined, given: string | undefined): string => {
  const generatedId = useId();
  const id = given ?? generatedId;
  useImperativeHandle(ref, () => document.getElementById(id) as Of, [id]);
  return id;
};
