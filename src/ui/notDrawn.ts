/**
 * Replaces modules that PrimeReact's widgets import but the app never uses: tooltip, ripple, key filter and icons (ADR 3).
 * `vite.config.ts` swaps them in, so every widget must be given its icons.
 */
const drawNothing = (): null => null;

export {
  drawNothing as CheckIcon,
  drawNothing as ChevronDownIcon,
  drawNothing as ChevronLeftIcon,
  drawNothing as ChevronRightIcon,
  drawNothing as ChevronUpIcon,
  drawNothing as ExclamationTriangleIcon,
  drawNothing as InfoCircleIcon,
  drawNothing as Ripple,
  drawNothing as SearchIcon,
  drawNothing as SpinnerIcon,
  drawNothing as TimesCircleIcon,
  drawNothing as TimesIcon,
  drawNothing as Tooltip,
  drawNothing as WindowMaximizeIcon,
  drawNothing as WindowMinimizeIcon,
};
export const KeyFilter = {};
