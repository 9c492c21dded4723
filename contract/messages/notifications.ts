// The bell.
export const notifications = {
  empty: 'No notifications',
  viewAll: 'View all notifications',
  isNew: 'New',
  failed: 'Notifications could not be loaded.',
  unread: '{count} unread notifications',
} as const;
