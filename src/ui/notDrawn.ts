/**
 * What PrimeReact's widgets import and the app never draws: its tooltip, ripple, key filter and icons (ADR 3). `vite.config.ts` puts this in
 * their place, so every widget is given its icons.
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
