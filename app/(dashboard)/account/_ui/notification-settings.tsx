"use client";

import { NativeSelect, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/app/_trpc/client";
import { failureOf } from "@/app/_trpc/failure";
import type { MailSetting } from "@/app/_trpc/types";
import { useIsOperator } from "@/app/_trpc/use-me";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { GROUP_TEXTS } from "@/app/_ui/layout/notification-groups";
import { SettingsSection } from "@/app/_ui/layout/settings-section";
import classes from "./notification-settings.module.css";

const CHOICES = [
  { value: "now", label: "Immediately" },
  { value: "digest", label: "Daily digest" },
  { value: "off", label: "Off" },
] as const;

/** How the user is mailed. Without mail, only operators learn why there is no choice. */
export function NotificationSettings() {
  const trpc = useTRPC();
  const settings = useQuery(trpc.notifications.settings.queryOptions());
  const isOperator = useIsOperator();
  if (settings.data && !settings.data.isMailOn && !isOperator) return null;
  return (
    <div id="notifications" className={classes.frame}>
      <SettingsSection
        title="Email notifications"
        description="All notifications are in the dashboard. Choose which of them you also get by email. The digest is sent at 6:00 UTC."
      >
        {!settings.data && <QueryStatus of={settings} what="your settings" rows={3} />}
        {settings.data?.isMailOn === false && (
          <Text size="sm">
            Email isn&apos;t configured, so nobody gets emails. Set <code>SMTP_URL</code> and{" "}
            <code>MAIL_FROM</code> and restart the server.
          </Text>
        )}
        {settings.data?.isMailOn && (
          <ul className={classes.groups}>
            {settings.data.groups.map((setting) => (
              <li key={setting.group}>
                <Group of={setting} />
              </li>
            ))}
          </ul>
        )}
      </SettingsSection>
    </div>
  );
}

function Group({ of: { group, mail, isFixed } }: { of: MailSetting }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const queryKey = trpc.notifications.settings.queryKey();
  const set = useMutation(
    trpc.notifications.setMail.mutationOptions({
      onSettled: () => client.invalidateQueries({ queryKey }),
    }),
  );
  const { label, about } = GROUP_TEXTS[group];
  // As chosen, until the server has answered.
  const shown = set.isPending ? set.variables.mail : mail;
  return (
    <div className={classes.group}>
      <div>
        <Text size="sm" fw={500}>
          {label}
        </Text>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </div>
      {isFixed ? (
        <Text size="sm" c="dimmed" className={classes.fixed}>
          Always on
        </Text>
      ) : (
        <NativeSelect
          size="sm"
          className={classes.choice}
          aria-label={`Emails about ${label}`}
          data={CHOICES}
          value={shown}
          error={set.isError && failureOf(set.error).message}
          onChange={({ currentTarget: { value } }) => {
            const chosen = CHOICES.find((choice) => choice.value === value);
            if (chosen) set.mutate({ group, mail: chosen.value, seen: { mail } });
          }}
        />
      )}
    </div>
  );
}
