import {
  bell,
  briefcase,
  calendar,
  chartBar,
  chartLine,
  chartPie,
  cog,
  creditCard,
  dollar,
  file,
  filter,
  user,
  users,
} from '../../ui/icons.ts';

/** SVG of the icon names that routes.ts and the notification types use. */
export const iconNamed: Readonly<Record<string, string>> = {
  bell,
  briefcase,
  calendar,
  chartBar,
  'chart-line': chartLine,
  chartLine,
  chartPie,
  cog,
  'credit-card': creditCard,
  creditCard,
  dollar,
  file,
  filter,
  user,
  users,
};
