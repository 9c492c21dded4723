// Text of the app outside its screens.
export const company = { fallback: 'Company', documentTitle: '{company} Dashboard' } as const;
export const menu = {
  teamDashboard: 'Team Dashboard',
  myPerformance: 'My Performance',
  commissions: 'Commissions',
  approvals: 'Approvals',
  approvalsWaiting: '{count} waiting for your approval',
  pipeline: 'Pipeline',
  deals: 'Deals',
  events: 'Events',
  analytics: 'Analytics',
  forecast: 'Forecast',
  flows: 'Where money waits',
  simulation: 'Simulated company',
  invoices: 'Invoices',
  payments: 'Payments',
  reports: 'Reports',
  imports: 'Imports and runs',
  audit: 'Audit log',
  groups: { work: 'Work', money: 'Money', insight: 'Insight', admin: 'Administration' },
  users: 'User Management',
  systemSettings: 'System Settings',
  profile: 'Profile',
  settings: 'Settings',
  signOut: 'Sign Out',
  signingOut: 'Signing out…',
  notifications: 'Notifications',
  palette: 'Search or jump to… (Ctrl + K)',
  payPeriods: 'Pay periods',
  plans: 'Commission plans',
  planBuilder: 'Plan builder',
  planTrial: 'Trial of a draft',
  payouts: 'Payouts',
  setup: 'Set up',
  wake: 'Impact',
  person: 'Person',
  customer: 'Customer',
  open: 'Open menu',
  close: 'Close menu',
  collapse: 'Collapse menu',
  expand: 'Expand menu',
  main: 'Main',
  account: 'Account',
  skip: 'Skip to content',
} as const;
export const denied = {
  title: 'Access Denied',
  text: "You don't have permission to access this page",
  openTo: '{page} is open to: {roles}. Ask one of them for what you need there.',
  dashboard: 'Go to Dashboard',
  profile: 'View Profile',
} as const;
export const notFound = {
  title: 'Page Not Found',
  text: 'There is no page at this address.',
  link: 'Go to Team Dashboard',
  start: 'Go to my start page',
} as const;
export const crashed = {
  title: 'Something went wrong on this page',
  text: 'Everything you saved is safe. Reload the page to continue; if it happens again, tell your administrator.',
  reload: 'Reload page',
} as const;
export const unreachable = {
  title: 'This page could not be loaded',
  text: 'The server could not be reached. Check the connection, then try again.',
} as const;
export const notLoaded = 'The server could not be reached, so this could not be opened. What you see is kept.';
export const loading = 'Loading…';
export const retry = 'Try again';
/** After a conflicting save: replaces the typed values with the saved ones. */
export const chooseSavedVersion = 'Use the saved version';
export const dismiss = 'Dismiss';
export const cancel = 'Cancel';
export const close = 'Close';
export const network = {
  offline: 'The server could not be reached. What you see is kept; try again in a moment.',
  notSent: "You're offline, so nothing was sent. What you typed is kept; try again when you're online.",
  asOf: 'Offline: figures as of {time}',
  undated: 'Offline: figures may be out of date',
  noChanges: "Nothing can be sent until you're online again.",
  back: "You're online again. This page shows figures as of {time}.",
  renew: 'Show current figures',
  server: 'The server could not answer. What you see is kept; try again in a moment. (Request {id})',
} as const;
