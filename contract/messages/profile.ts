// The user's own profile.
export const profile = {
  title: 'Profile',
  missing: 'Unable to load user profile. Please try refreshing the page.',
  edit: 'Edit Profile',
  save: 'Save',
  saving: 'Saving…',
  changePassword: 'Change Password',
  updated: 'Profile updated successfully!',
  failed: 'Failed to update profile',
  firstName: 'First Name',
  lastName: 'Last Name',
  email: 'Email',
  role: 'Role',
  territory: 'Territory',
  memberSince: 'Member since',
  leave: 'You have unsaved changes. Leave without saving?',
} as const;
