import { type Ref, useId, useImperativeHandle } from 'react';

/**
 * Hands a field out in the moment it is drawn. PrimeReact does so in an effect, and what was typed before that a form neither knows nor keeps.
 * @returns the id by which the field is found
 */
export const useFieldRef = <Of extends HTMLElement>(ref: Ref<Of> | undefined, given: string | undefined): string => {
  const own = useId();
  const id = given ?? own;
  useImperativeHandle(ref, () => document.getElementById(id) as Of, [id]);
  return id;
};
