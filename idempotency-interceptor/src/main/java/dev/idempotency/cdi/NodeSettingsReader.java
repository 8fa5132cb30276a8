// SPDX-License-Identifier: Apache-2.0
package dev.idempotency.cdi;

import dev.idempotency.protocol.NodeSettings;
import dev.idempotency.protocol.PurgeSettings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.eclipse.microprofile.config.Config;

/** Resolves and checks the settings of this node. */
final class NodeSettingsReader {

  private static final int LONGEST_HOST = 80;

  private NodeSettingsReader() {}

  static NodeSettings read(Config config, Problems problems) {
    SettingReader reader = SettingReader.ofNode(config, problems);
    // Read again for each client, which may be made before this is done; here it is checked.
    reader.read(Setting.REST_CLIENT_KEYS, SettingParsers::outgoingKey);
    return new NodeSettings(
        reader.read(Setting.NODE, NodeSettingsReader::name),
        reader.read(Setting.JOINED_CLAIMS, SettingParsers::joinedClaims));
  }

  static PurgeSettings readPurge(Config config, Problems problems) {
    SettingReader reader = SettingReader.ofNode(config, problems);
    return new PurgeSettings(
        reader.read(Setting.PURGE_ENABLED, SettingParsers::yesOrNo),
        reader.read(Setting.PURGE_INTERVAL, SettingParsers::purgeInterval),
        reader.read(Setting.PURGE_BATCH, SettingParsers::purgeBatch));
  }

  private static String name(Setting setting, GivenValue given) {
    return given.value().isEmpty() ? hostAndProcess() : SettingParsers.nodeName(setting, given);
  }

  private static String hostAndProcess() {
    String host = hostName();
    String shown = host.length() > LONGEST_HOST ? host.substring(0, LONGEST_HOST) : host;
    return shown + ":" + ProcessHandle.current().pid();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      Log.warn("This host does not know its own name; records show its node as localhost", e);
      return "localhost";
    }
  }
}
