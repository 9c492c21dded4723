// The bell, and changing a password.
export const notifications = {
  empty: 'No notifications',
  viewAll: 'View all notifications',
  isNew: 'New',
  failed: 'Notifications could not be loaded.',
  unread: '{count} unread notifications',
} as const;
export const changePassword = {
  title: 'Change Password',
  mustChange: 'Your password is temporary. Choose one of your own to go on.',
  current: 'Current password',
  next: 'New password',
  confirm: 'Confirm new password',
  submit: 'Change password',
  submitting: 'Changing password...',
  mismatch: 'New passwords do not match',
  currentRequired: 'Current password is required',
  newRequired: 'New password is required',
  tooShort: 'New password must have at least 12 characters',
  tooLong: 'New password must have at most 128 characters',
  tooCommon: 'New password is among the most common ones: choose another',
  same: 'New password must differ from the current one',
  wrongCurrent: 'Current password is not right',
  failed: 'Failed to change password',
  done: 'Password changed. Your other sessions were ended.',
} as const;
