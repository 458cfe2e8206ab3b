import { markAllRead, markRead, setNotificationChoice } from "../../core/notifications/mutations";
import {
  countUnread,
  getNotificationSettings,
  listNotifications,
} from "../../core/notifications/queries";
import {
  NotificationChoice,
  NotificationIds,
  NotificationQuery,
} from "../../core/notifications/schema";
import { calls } from "../calls";
import { router, userProcedure, withSeen } from "../init";
import { FORWARD, onward } from "../paging";

/** The caller's own notifications. */
export const notificationsRouter = router({
  unread: userProcedure.query(({ ctx }) => countUnread(ctx.call)),

  list: userProcedure
    .input(NotificationQuery.extend(FORWARD).transform(onward))
    .query(calls(listNotifications)),

  markRead: userProcedure.input(NotificationIds).mutation(calls(markRead)),

  markAllRead: userProcedure.mutation(({ ctx }) => markAllRead(ctx.call)),

  /** How the caller is mailed. */
  settings: userProcedure.query(({ ctx }) => getNotificationSettings(ctx.call)),

  setMail: userProcedure
    .concat(withSeen("mail"))
    .input(NotificationChoice)
    .mutation(({ ctx, input }) => setNotificationChoice(ctx.call, ctx.expecting(input))),
});
