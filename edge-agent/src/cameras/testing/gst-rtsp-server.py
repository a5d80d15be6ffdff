"""Serves clips over RTSP with GStreamer's server, in a loop, at their own speed, to every viewer the same pictures.

Standard input: one line of JSON, see rtsp-servers.ts. Standard output: one line of JSON with the ports.
"""

import json
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtsp", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import Gio, GLib, Gst, GstRtsp, GstRtspServer  # noqa: E402

CAPS = {
    "h264": ("video/x-h264,stream-format=byte-stream,alignment=au", "rtph264pay config-interval=-1"),
    "h265": ("video/x-h265,stream-format=byte-stream,alignment=au", "rtph265pay config-interval=-1"),
    "jpeg": ("image/jpeg,width=160,height=120,framerate=0/1", "rtpjpegpay"),
}


def read_packets(file):
    """The coded pictures of a clip: each with its length in front, four bytes, big-endian."""
    with open(file, "rb") as clip:
        data = clip.read()
    packets, at = [], 0
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        packets.append(data[at + 4 : at + 4 + length])
        at += 4 + length
    return packets


class Clip(GstRtspServer.RTSPMediaFactory):
    def __init__(self, codec, file, frames_per_second):
        super().__init__()
        caps, payloader = CAPS[codec]
        self.packets = read_packets(file)
        self.interval_ms = 1000 // frames_per_second
        self.set_launch(
            f"( appsrc name=clip is-live=true format=time do-timestamp=true caps={caps} ! {payloader} name=pay0 pt=96 )"
        )
        self.set_shared(True)
        self.set_protocols(GstRtsp.RTSPLowerTrans.TCP | GstRtsp.RTSPLowerTrans.UDP)

    def do_configure(self, media):
        source = media.get_element().get_child_by_name("clip")
        state = {"at": 0, "runs": True}

        def push():
            if state["runs"]:
                packet = self.packets[state["at"] % len(self.packets)]
                state["at"] += 1
                state["runs"] = source.emit("push-buffer", Gst.Buffer.new_wrapped(packet)) != Gst.FlowReturn.FLUSHING
            return state["runs"]

        media.connect("unprepared", lambda _: state.update(runs=False))
        GLib.timeout_add(self.interval_ms, push)


def serve(asked, clips):
    server = GstRtspServer.RTSPServer()
    server.set_address("127.0.0.1")
    server.set_service(str(asked.get("port", 0)))
    mounts = server.get_mount_points()
    auth = GstRtspServer.RTSPAuth()
    role = "viewer"
    for clip in clips:
        factory = Clip(clip["codec"], clip["file"], clip["framesPerSecond"])
        permissions = GstRtspServer.RTSPPermissions()
        permissions.add_permission_for_role(role, "media.factory.access", True)
        permissions.add_permission_for_role(role, "media.factory.construct", True)
        factory.set_permissions(permissions)
        mounts.add_factory(clip["path"], factory)
    token = GstRtspServer.RTSPToken()
    token.set_string("media.factory.role", role)
    if "user" in asked and asked["method"] == "basic":
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.BASIC)
        auth.add_basic(GstRtspServer.RTSPAuth.make_basic(asked["user"], asked["password"]), token)
    elif "user" in asked:
        auth.set_supported_methods(GstRtsp.RTSPAuthMethod.DIGEST)
        auth.add_digest(asked["user"], asked["password"], token)
    else:
        auth.set_default_token(token)
    if "certificate" in asked:
        pem = asked["certificate"] + asked["key"]
        auth.set_tls_certificate(Gio.TlsCertificate.new_from_pem(pem, -1))
    server.set_auth(auth)
    server.attach(None)
    return server


Gst.init(None)
asked = json.loads(sys.stdin.readline())
servers = [serve(one, asked["clips"]) for one in asked["servers"]]
print(json.dumps([server.get_bound_port() for server in servers]), flush=True)
GLib.MainLoop().run()
