/// The slit-scan camera's part of the description.
nonisolated extension OpenAPI {
    private static let client = (
        name: "client", schema: #"{"type":"string","pattern":"^[A-Za-z0-9-]{1,64}$","default":"api"}"#,
        description: "Who asks: one client controls the camera, any number watches"
    )
    private static let pictureBody =
        "{\"required\":true,\"description\":\"The file's bytes\",\"content\":{\"image/*\":{}}}"
    private static let videoBody = "{\"required\":true,\"description\":\"The file's bytes\",\"content\":{\"*/*\":{}}}"
    private static let framesBody =
        "{\"required\":true,\"description\":\"Records, each of a kind (1 byte: 1 a JPEG frame, 2 sound as 16-bit "
        + "little-endian mono), a length (4 bytes, big-endian), a time (8 bytes, big-endian, microseconds since the "
        + "first, later than the one before of its kind), and as many bytes\",\"content\":{\"application/octet-stream\":{}}}"

    private static func operation(
        _ method: String, _ path: String, _ summary: String, body: String = "",
        _ answers: (status: Int, description: String, content: String)...,
        query: [(name: String, schema: String, description: String)] = []
    ) -> Operation {
        Operation(
            method: method, path: "/api/v1/camera\(path)", summary: summary, query: [client] + query, body: body,
            answers: answers)
    }

    private static let told = (status: 200, description: "The camera's state", content: content("Camera"))

    static let cameraOperations: [Operation] = [
        operation("get", "", "How the slit-scan camera is, as this client is told it", told),
        operation(
            "get", "/events", "The same whenever it changes: the newest alone, at most 20 times a second",
            (200, "Events: camera", bytes("text/event-stream"))),
        operation(
            "get", "/sources", "Cameras and microphones of this machine", (200, "Them", content("CameraSources"))),
        operation("post", "/claim", "Ask for control of the camera", body: jsonBody("CameraClaim"), told),
        operation("post", "/release", "Let another client have it; what runs goes on", told),
        operation(
            "post", "/start", "Open a camera; answers when frames can come", body: jsonBody("CameraStart"), told),
        operation(
            "post", "/switch", "Change the camera while picture and movie go on", body: jsonBody("CameraSwitch"), told),
        operation("post", "/stop", "Give the camera back; the movie is finished", told),
        operation(
            "put", "/config", "Change settings, from the next frame on; what is not named stays",
            body: jsonBody("CameraConfig"), told),
        operation(
            "put", "/map", "Take a picture for the delays of the mode map: white is now", body: pictureBody, told),
        operation("delete", "/map", "Take rings again", told),
        operation("post", "/scan", "Begin a picture with the next frame", told),
        operation("delete", "/scan", "Forget the picture that grows", told),
        operation(
            "post", "/shutter", "Keep the picture as it is now", body: jsonBody("CameraShutter", isRequired: false),
            (201, "The newest picture", content("CameraPicture"))),
        operation(
            "post", "/recording", "Record what the scan shows as a movie", body: jsonBody("CameraRecord"), told),
        operation("delete", "/recording", "End the movie", (200, "It", content("CameraMovie"))),
        operation(
            "post", "/uploads", "Send a video to be scanned: up to 2 GiB", body: videoBody,
            (201, "What is in it", content("CameraUpload")),
            query: [("name", "{\"type\":\"string\"}", "Its name, for people")]),
        operation("delete", "/uploads/{id}", "Remove a video that was sent", (204, "It is gone", "")),
        operation(
            "post", "/frames", "Bring frames and sound of the browser's camera: one request at a time",
            body: framesBody, (200, "Frames that were taken and dropped", content("CameraFrames"))),
        operation("get", "/preview/frame", "The newest frame, small", (200, "The picture", bytes("image/jpeg"))),
        operation(
            "get", "/preview/result", "The scan after it, small", (200, "The picture", bytes("image/jpeg"))),
        operation(
            "get", "/live/frame", "Frames as they come; who reads slowly gets fewer",
            (200, "Pictures, one after the other", bytes("multipart/x-mixed-replace"))),
        operation(
            "get", "/live/result", "The scan as it changes; who reads slowly gets fewer",
            (200, "Pictures, one after the other", bytes("multipart/x-mixed-replace")),
            query: [
                (
                    "side", "{\"type\":\"integer\",\"minimum\":64,\"maximum\":1920}",
                    "The longest side in pixels at most; without it, as small as previews are"
                )
            ]),
        operation(
            "get", "/view", "A page with the scan alone on black, for another display and for OBS",
            (200, "The page", bytes("text/html"))),
        operation("get", "/pictures/{id}", "A picture that was kept", (200, "The file", bytes("image/png"))),
        operation(
            "get", "/pictures/{id}/preview", "The same with 1024 pixels on its longest side",
            (200, "The picture", bytes("image/webp"))),
        operation("delete", "/pictures/{id}", "Remove it", (204, "It is gone", "")),
        operation(
            "post", "/pictures/{id}/sticker", "Add it to the selection, like an uploaded photo",
            (201, "It was added", content("Photo")), (200, "It was there already", content("Photo"))),
        operation("get", "/movies/{id}", "A movie", (200, "The file", bytes("video/mp4", "video/webm"))),
        operation("delete", "/movies/{id}", "Remove it", (204, "It is gone", "")),
    ]

    static let cameraSchemas = ##"""
        "CameraID":{"type":"string","description":"As the camera's state and answers name it"},
        "CameraClaim":{"type":"object","additionalProperties":false,"required":["ifBusy"],"properties":{
        "ifBusy":{"enum":["watch","take-over","refuse"]}}},
        "CameraSource":{"type":"object","required":["kind"],"description":"device: path and the rest of the first line; upload: id, pace, sound; test: graph (FFmpeg's test sources); browser: width, height, name, sampleRate of mono sound",
        "properties":{"kind":{"enum":["device","upload","test","browser"]},"path":{"type":"string"},
        "width":{"type":"integer"},"height":{"type":"integer"},"frameRate":{"type":"number"},
        "microphone":{"type":["string","null"]},"locks":{"type":"array","items":{"enum":["exposure","focus",
        "whiteBalance"]}},"id":{"$ref":"#/components/schemas/CameraID"},"pace":{"enum":["own","fast"]},
        "sound":{"type":"boolean"},"graph":{"type":"string","maxLength":2000},"name":{"type":"string"},
        "sampleRate":{"type":["integer","null"],"minimum":8000,"maximum":192000}}},
        "CameraRecord":{"type":"object","additionalProperties":false,"properties":{"format":{"enum":["mp4","webm"]},
        "quality":{"enum":["draft","good","best"]},"sound":{"type":"boolean"}}},
        "CameraStart":{"type":"object","additionalProperties":false,"required":["source"],"properties":{
        "source":{"$ref":"#/components/schemas/CameraSource"},"preview":{"type":"boolean","default":true},
        "scan":{"type":"boolean","default":false,"description":"Whether a picture begins with the first frame"},
        "record":{"anyOf":[{"$ref":"#/components/schemas/CameraRecord"},{"type":"null"}]}}},
        "CameraSwitch":{"type":"object","additionalProperties":false,"required":["source"],"properties":{
        "source":{"$ref":"#/components/schemas/CameraSource"}}},
        "CameraConfig":{"type":"object","additionalProperties":false,"properties":{"mode":{"enum":["strip","sweep","delay",
        "map"]},"axis":{"enum":["columns","rows"]},"direction":{"enum":["forward","backward"]},
        "slit":{"type":"number","minimum":0,"maximum":1},"width":{"type":"integer","minimum":1,"maximum":4096},
        "speed":{"type":"number","minimum":0.015625,"maximum":64},"length":{"type":["integer","null"],"minimum":1,
        "maximum":1000000},"mirror":{"type":"boolean"},"blend":{"type":"boolean"}}},
        "CameraShutter":{"type":"object","additionalProperties":false,"properties":{"ends":{"type":"boolean",
        "default":false,"description":"Whether the scan ends, too"}}},
        "CameraFrames":{"type":"object","required":["taken","dropped"],"properties":{"taken":{"type":"integer"},
        "dropped":{"type":"integer"}}},
        "CameraSources":{"type":"object","required":["cameras","microphones"],"properties":{"cameras":{"type":"array",
        "items":{"type":"object","required":["path","name","formats"],"properties":{"path":{"type":"string"},
        "name":{"type":"string"},"formats":{"type":"array","items":{"type":"object","properties":{
        "width":{"type":"integer"},"height":{"type":"integer"},"code":{"type":"string"},"frameRates":{"type":"array",
        "items":{"type":"number"}}}}}}}},"microphones":{"type":"array","items":{"type":"object","properties":{
        "id":{"type":"string"},"name":{"type":"string"}}}}}},
        "CameraUpload":{"type":"object","required":["id","name","width","height","frameRate","seconds","hasSound"],
        "properties":{"id":{"$ref":"#/components/schemas/CameraID"},"name":{"type":"string"},
        "width":{"type":"integer"},"height":{"type":"integer"},"frameRate":{"type":["number","null"]},
        "seconds":{"type":["number","null"]},"hasSound":{"type":"boolean"}}},
        "CameraPicture":{"type":"object","required":["id","width","height","made","name","mode","bytes"],"properties":{
        "id":{"$ref":"#/components/schemas/CameraID"},"width":{"type":"integer"},"height":{"type":"integer"},
        "made":{"type":"string","format":"date-time"},"name":{"type":"string"},"mode":{"enum":["strip","sweep","delay",
        "map"]},"bytes":{"type":"integer"}}},
        "CameraMovie":{"type":"object","required":["id","made","name","type","seconds","frames","bytes",
        "droppedFrames"],"properties":{"id":{"$ref":"#/components/schemas/CameraID"},"made":{"type":"string",
        "format":"date-time"},"name":{"type":"string"},"type":{"type":"string"},"seconds":{"type":"number"},
        "frames":{"type":"integer"},"bytes":{"type":"integer"},"droppedFrames":{"type":"integer",
        "description":"Left out because the encoder was behind a live camera"}}},
        "Camera":{"type":"object","required":["state","error","controls","isBusy","source","camera","config",
        "activeConfig","refusedConfig","frames","seconds","droppedFrames","result","recording","recordingError",
        "preview","pictures","movies","locks"],"properties":{"state":{"enum":["off","starting","ready","capturing",
        "recording","ended","failed"]},"error":{"anyOf":[{"$ref":"#/components/schemas/Reason"},{"type":"null"}]},
        "controls":{"type":"boolean","description":"Whether this client has the camera"},"isBusy":{"type":"boolean",
        "description":"Whether another one has it"},"source":{"type":["object","null"],"properties":{
        "kind":{"type":"string"},"name":{"type":"string"}}},"camera":{"type":["object","null"],"properties":{
        "width":{"type":"integer"},"height":{"type":"integer"},"frameRate":{"type":["number","null"]},
        "hasSound":{"type":"boolean"},"isLive":{"type":"boolean"},"frameCount":{"type":["integer","null"]}}},
        "config":{"type":"object","description":"What was asked for last: CameraConfig, and map, which is rings or picture"},
        "activeConfig":{"type":"object","description":"That of the newest frame"},
        "refusedConfig":{"anyOf":[{"$ref":"#/components/schemas/Reason"},{"type":"null"}]},
        "frames":{"type":"integer"},"seconds":{"type":"number"},"droppedFrames":{"type":"integer"},
        "result":{"type":"object","properties":{"width":{"type":"integer"},"height":{"type":"integer"},
        "progress":{"type":["number","null"]},"isScanning":{"type":"boolean"},"isComplete":{"type":"boolean"},
        "error":{"anyOf":[{"$ref":"#/components/schemas/Reason"},{"type":"null"}]}}},
        "recording":{"type":["object","null"],"properties":{"frames":{"type":"integer"},"seconds":{"type":"number"},
        "droppedFrames":{"type":"integer"}}},
        "recordingError":{"anyOf":[{"$ref":"#/components/schemas/Reason"},{"type":"null"}]},
        "preview":{"type":"integer","description":"Grows with each preview"},"pictures":{"type":"array",
        "items":{"$ref":"#/components/schemas/CameraPicture"}},"movies":{"type":"array",
        "items":{"$ref":"#/components/schemas/CameraMovie"}},"locks":{"type":"object",
        "description":"Whether each is locked; null where the device has none","properties":{
        "exposure":{"type":["boolean","null"]},"focus":{"type":["boolean","null"]},
        "whiteBalance":{"type":["boolean","null"]}}}}}
        """##
}
