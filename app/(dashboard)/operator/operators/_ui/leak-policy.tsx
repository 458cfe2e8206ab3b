import { Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/app/_trpc/client";
import { useAction } from "@/app/_trpc/use-action";
import { SubjectDialog } from "@/app/_ui/dialog/subject-dialog";
import { QueryStatus } from "@/app/_ui/feedback/query-status";
import { useChanged } from "@/app/_ui/feedback/use-changed";
import { EditForm } from "@/app/_ui/form/edit-form";
import { RelativeTime } from "@/app/_ui/format/moment";
import { Card, EditableFact, Facts, Section } from "@/app/_ui/layout/section";
import { LEAK_POLICIES, type LeakPolicyName } from "@/server/core/leaks/titles";

const WORDS: Record<LeakPolicyName, { label: string; description: string }> = {
  notify: {
    label: "Notify",
    description: "The partner and all operators are notified. The key stays active.",
  },
  revoke: {
    label: "Revoke immediately",
    description: "The key is also revoked. Requests that use it return 401.",
  },
};

/** Shows and changes the policy on API keys that are found in public. */
export function LeakPolicySection() {
  const trpc = useTRPC();
  const found = useQuery(trpc.leaks.policy.queryOptions());
  const [task, setTask] = useState<LeakPolicyName | null>(null);
  return (
    <Section title="Leaked keys">
      {found.data ? (
        <Card>
          <Facts
            of={[
              [
                "Policy",
                <EditableFact
                  key="policy"
                  verb="Edit"
                  name="Edit policy"
                  isEditable
                  onEdit={() => setTask(found.data.policy)}
                >
                  {WORDS[found.data.policy].label}
                </EditableFact>,
              ],
              ["Changed", <RelativeTime key="changed" at={found.data.changedAt} none="Never" />],
            ]}
          />
        </Card>
      ) : (
        <QueryStatus of={found} what="the policy" rows={1} />
      )}
      <SubjectDialog
        subject={task}
        title={() => "Edit policy for leaked keys"}
        onClose={() => setTask(null)}
      >
        {(policy) => <PolicyForm current={policy} onClose={() => setTask(null)} />}
      </SubjectDialog>
    </Section>
  );
}

function PolicyForm({ current, onClose }: { current: LeakPolicyName; onClose: () => void }) {
  const trpc = useTRPC();
  const changed = useChanged(onClose, "leaks");
  const onSuccess = () =>
    changed("Policy updated", "Applies to keys that are reported from now on.");
  const action = useAction(trpc.leaks.setPolicy.mutationOptions({ onSuccess }));
  return (
    <EditForm
      saved={{ policy: current }}
      valuesOf={({ policy }) => ({ policy })}
      action={action}
      confirm="Save policy"
      onSubmit={({ policy }, seen) => action.run({ policy, seen })}
      onCancel={onClose}
    >
      {({ policy }, change) => (
        <Radio.Group
          label="When a key is found in public"
          value={policy}
          onChange={(next) =>
            change({ policy: LEAK_POLICIES.find((one) => one === next) ?? policy })
          }
        >
          <Stack gap="sm" mt="xs">
            {LEAK_POLICIES.map((name) => (
              <Radio key={name} value={name} {...WORDS[name]} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </EditForm>
  );
}
