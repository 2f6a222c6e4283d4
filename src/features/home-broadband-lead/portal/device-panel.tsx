import type { ContentPackages } from '#features/site-content/content-packages.ts'
import { Card } from '#portal/ui/frame/card.tsx'
import { Icon } from '#portal/ui/signs/icon.tsx'
import { SIGNS } from '#portal/ui/signs/signs.ts'
import styles from './lead-plan.module.css'

type Device = ContentPackages['hbb-lead-config']['devices_detail']

/** LEAD-1: the picture repeats the name, so screen readers skip it. */
export function DevicePanel({ heading, device }: { heading: string; device: Device }) {
  return (
    <Card heading={heading}>
      <div className={styles.device}>
        <img className={styles.picture} src={device.heading_image} alt="" width="320" height="200" fetchPriority="low" />
        <div className={styles.deviceWords}>
          <p className={styles.deviceName}>{device.deviceName}</p>
          <ul className={styles.features}>
            {device.features.map((feature) => (
              <li key={feature}>
                <Icon path={SIGNS.good} />
                <span>{feature}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </Card>
  )
}
