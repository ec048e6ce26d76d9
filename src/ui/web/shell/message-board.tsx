import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Messages at the bottom left: actions and search are elsewhere. */
export function MessageBoard() {
  return <Notifications position="bottom-left" limit={3} />;
}
