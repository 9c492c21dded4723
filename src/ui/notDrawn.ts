/**
 * Replaces modules that PrimeReact's widgets import but the app never renders: its tooltip, ripple, key filter and icons (ADR 3).
 * `vite.config.ts` swaps them, so every widget must be given its icons.
 */
const nothing = (): null => null;

export {
  nothing as CheckIcon,
  nothing as ChevronDownIcon,
  nothing as ChevronLeftIcon,
  nothing as ChevronRightIcon,
  nothing as ChevronUpIcon,
  nothing as ExclamationTriangleIcon,
  nothing as InfoCircleIcon,
  nothing as Ripple,
  nothing as SearchIcon,
  nothing as SpinnerIcon,
  nothing as TimesCircleIcon,
  nothing as TimesIcon,
  nothing as Tooltip,
  nothing as WindowMaximizeIcon,
  nothing as WindowMinimizeIcon,
};
export const KeyFilter = {};
