import { type Ref, useId, useImperativeHandle } from 'react';

/**
 * Sets the ref as soon as the field renders. PrimeReact sets it in an effect, and a form would lose text typed before that.
 * @returns the id of the field
 */
export const useFieldRef = <Element_ extends HTMLElement>(ref: Ref<Element_> | undefined, givenId: string | undefined): string => {
  const generatedId = useId();
  const id = givenId ?? generatedId;
  useImperativeHandle(ref, () => document.getElementById(id) as Element_, [id]);
  return id;
};
